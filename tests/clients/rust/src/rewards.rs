//! Rewards of an account, and those that markets give.

use anyhow::Result;
use sdk::auth::Normal;
use sdk::auth::state::Authenticated;
use sdk::clob::Client;
use sdk::clob::types::request::UserRewardsEarningRequest;

use crate::given::Given;

pub async fn call(
    client: &Client<Authenticated<Normal>>,
    method: &str,
    given: &Given<'_>,
) -> Result<Option<String>> {
    let day = || given.parse("date");
    Ok(Some(match method {
        "earnings_for_user_for_day" => format!("{:?}", client.earnings_for_user_for_day(day()?, None).await?),
        "total_earnings_for_user_for_day" => {
            format!("{:?}", client.total_earnings_for_user_for_day(day()?).await?)
        }
        "user_earnings_and_markets_config" => {
            let request = UserRewardsEarningRequest::builder().date(day()?).build();
            format!("{:?}", client.user_earnings_and_markets_config(&request, None).await?)
        }
        "reward_percentages" => format!("{:?}", client.reward_percentages().await?),
        "current_rewards" => format!("{:?}", client.current_rewards(None).await?),
        "raw_rewards_for_market" => {
            format!("{:?}", client.raw_rewards_for_market(given.text("condition_id")?, None).await?)
        }
        _ => return Ok(None),
    }))
}
