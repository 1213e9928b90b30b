//! Keys, balances and notifications of an account, and trades of a builder.

use anyhow::Result;
use sdk::auth::Normal;
use sdk::auth::state::Authenticated;
use sdk::clob::Client;
use sdk::clob::types::AssetType;
use sdk::clob::types::request::{BalanceAllowanceRequest, DeleteNotificationsRequest, TradesRequest};

use crate::given::Given;
use crate::owner::show_credentials;

type Account = Client<Authenticated<Normal>>;

pub async fn call(client: &Account, method: &str, given: &Given<'_>) -> Result<Option<String>> {
    if let Some(shown) = call_keys(client, method, given).await? {
        return Ok(Some(shown));
    }
    #[cfg(feature = "version-2")]
    if let Some(shown) = call_builder(client, method, given).await? {
        return Ok(Some(shown));
    }
    Ok(Some(match method {
        "balance_allowance" => format!("{:?}", client.balance_allowance(asset(given)?).await?),
        "update_balance_allowance" => format!("{:?}", client.update_balance_allowance(asset(given)?).await?),
        "notifications" => format!("{:?}", client.notifications().await?),
        "delete_notifications" => {
            let ids = given.texts("ids")?.into_iter().map(str::to_owned).collect();
            let request = DeleteNotificationsRequest::builder().notification_ids(ids).build();
            format!("{:?}", client.delete_notifications(&request).await?)
        }
        "post_heartbeat" => format!("{:?}", client.post_heartbeat(given.optional("heartbeat_id")?).await?),
        _ => return Ok(None),
    }))
}

fn asset(given: &Given<'_>) -> Result<BalanceAllowanceRequest> {
    let token = given.optional("token_id")?;
    let kind = match given.optional::<String>("asset_type")? {
        Some(kind) => AssetType::Unknown(kind),
        None if token.is_some() => AssetType::Conditional,
        None => AssetType::Collateral,
    };
    Ok(BalanceAllowanceRequest::builder().asset_type(kind).maybe_token_id(token).build())
}

async fn call_keys(client: &Account, method: &str, _given: &Given<'_>) -> Result<Option<String>> {
    Ok(Some(match method {
        "address" => format!("{:?}", client.address()),
        "credentials" => show_credentials(client.credentials()),
        "state" => format!("{}", std::any::type_name_of_val(client.state())),
        "api_keys" => format!("{:?}", client.api_keys().await?),
        "delete_api_key" => client.delete_api_key().await?.to_string(),
        "closed_only_mode" => format!("{:?}", client.closed_only_mode().await?),
        #[cfg(feature = "version-2")]
        "create_readonly_api_key" => format!("{:?}", client.create_readonly_api_key().await?),
        #[cfg(feature = "version-2")]
        "readonly_api_keys" => format!("{:?}", client.readonly_api_keys().await?),
        #[cfg(feature = "version-2")]
        "delete_readonly_api_key" => format!("{:?}", client.delete_readonly_api_key(_given.text("key")?).await?),
        "create_builder_api_key" => show_credentials(&client.create_builder_api_key().await?),
        _ => return Ok(None),
    }))
}

#[cfg(feature = "version-2")]
async fn call_builder(client: &Account, method: &str, given: &Given<'_>) -> Result<Option<String>> {
    Ok(Some(match method {
        "builder_api_keys" => format!("{:?}", client.builder_api_keys().await?),
        "revoke_builder_api_key" => format!("{:?}", client.revoke_builder_api_key().await?),
        "builder_fee_rate" => format!("{:?}", client.builder_fee_rate(given.parse("builder_code")?).await?),
        "builder_trades" => {
            let request = TradesRequest::builder().build();
            let code = given.parse("builder_code")?;
            format!("{:?}", client.builder_trades(code, &request, None).await?)
        }
        _ => return Ok(None),
    }))
}

#[cfg(not(feature = "version-2"))]
pub async fn call_builder(
    client: &Client<Authenticated<sdk::auth::builder::Builder>>,
    method: &str,
    _given: &Given<'_>,
) -> Result<Option<String>> {
    Ok(Some(match method {
        "builder_api_keys" => format!("{:?}", client.builder_api_keys().await?),
        "revoke_builder_api_key" => format!("{:?}", client.revoke_builder_api_key().await?),
        "builder_trades" => {
            let request = TradesRequest::builder().build();
            format!("{:?}", client.builder_trades(&request, None).await?)
        }
        _ => return Ok(None),
    }))
}
