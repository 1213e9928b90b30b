//! Orders from building to cancelling.

use anyhow::{Context as _, Result};
use sdk::clob::types::request::{CancelMarketOrderRequest, OrdersRequest, TradesRequest};
use sdk::clob::types::{Amount, OrderType, SignableOrder, SignedOrder};
use sdk::types::{DateTime, Utc};

use crate::given::Given;
use crate::owner::Owner;

/// Names the asset of an order: a token, or a position of Protocol V2, by which the client signs for its exchange.
macro_rules! name_asset {
    ($order:expr, $given:expr) => {{
        let order = $order;
        #[cfg(feature = "positions")]
        let order = match $given.optional("position_id")? {
            Some(position) => order.position_id(position),
            None => order.token_id($given.token()?),
        };
        #[cfg(not(feature = "positions"))]
        let order = order.token_id($given.token()?);
        order
    }};
}

pub async fn call(owner: &mut Owner, method: &str, given: &Given<'_>) -> Result<Option<String>> {
    if let Some(shown) = place(owner, method, given).await? {
        return Ok(Some(shown));
    }
    if let Some(shown) = cancel(owner, method, given).await? {
        return Ok(Some(shown));
    }
    read(owner, method, given).await
}

async fn place(owner: &mut Owner, method: &str, given: &Given<'_>) -> Result<Option<String>> {
    Ok(Some(match method {
        "limit_order" => {
            let order = build_limit(owner, given).await?;
            owner.built.push(Some(order));
            (owner.built.len() - 1).to_string()
        }
        "market_order" => {
            let order = build_market(owner, given).await?;
            owner.built.push(Some(order));
            (owner.built.len() - 1).to_string()
        }
        "sign" => {
            let place: usize = given.parse("order")?;
            let order = owner.built[place].take().context("a built order")?;
            let signed = owner.client.sign(&owner.signer, order).await?;
            owner.signed.push(Some(signed));
            (owner.signed.len() - 1).to_string()
        }
        "post_order" => {
            let order = take_signed(owner, given.text("order")?)?;
            format!("{:?}", owner.client.post_order(order).await?)
        }
        "post_orders" => {
            let places = given.texts("orders")?;
            let orders: Result<Vec<_>> = places.into_iter().map(|place| take_signed(owner, place)).collect();
            format!("{:?}", owner.client.post_orders(orders?).await?)
        }
        _ => return Ok(None),
    }))
}

fn take_signed(owner: &mut Owner, place: &str) -> Result<SignedOrder> {
    let place: usize = place.parse()?;
    owner.signed[place].take().context("a signed order")
}

async fn build_limit(owner: &Owner, given: &Given<'_>) -> Result<SignableOrder> {
    let mut order = name_asset!(owner.client.limit_order(), given)
        .side(given.side()?)
        .price(given.parse("price")?)
        .size(given.parse("size")?);
    if let Some(seconds) = given.optional("expiration")? {
        let expiration: DateTime<Utc> = DateTime::from_timestamp(seconds, 0).context("a time")?;
        order = order.order_type(OrderType::GTD).expiration(expiration);
    }
    #[cfg(feature = "version-2")]
    if let Some(code) = given.optional("builder_code")? {
        order = order.builder_code(code);
    }
    Ok(order.build().await?)
}

async fn build_market(owner: &Owner, given: &Given<'_>) -> Result<SignableOrder> {
    let amount = given.parse("amount")?;
    let amount = if given.text("side")? == "BUY" { Amount::usdc(amount)? } else { Amount::shares(amount)? };
    let mut order = name_asset!(owner.client.market_order(), given)
        .side(given.side()?)
        .amount(amount)
        .order_type(given.order_type()?);
    if let Some(price) = given.optional("price")? {
        order = order.price(price);
    }
    Ok(order.build().await?)
}

async fn cancel(owner: &Owner, method: &str, given: &Given<'_>) -> Result<Option<String>> {
    let client = &owner.client;
    Ok(Some(match method {
        "cancel_order" => format!("{:?}", client.cancel_order(given.text("order_id")?).await?),
        "cancel_orders" => format!("{:?}", client.cancel_orders(&given.texts("order_ids")?).await?),
        "cancel_all_orders" => format!("{:?}", client.cancel_all_orders().await?),
        "cancel_market_orders" => {
            let request = CancelMarketOrderRequest::builder().market(given.parse("market")?).build();
            format!("{:?}", client.cancel_market_orders(&request).await?)
        }
        _ => return Ok(None),
    }))
}

async fn read(owner: &Owner, method: &str, given: &Given<'_>) -> Result<Option<String>> {
    let client = &owner.client;
    let cursor = given.optional("next_cursor")?;
    Ok(Some(match method {
        "order" => format!("{:?}", client.order(given.text("order_id")?).await?),
        "orders" => {
            let request = OrdersRequest::builder()
                .maybe_order_id(given.optional::<String>("order_id")?)
                .maybe_market(given.optional("market")?)
                .build();
            format!("{:?}", client.orders(&request, cursor).await?)
        }
        "trades" => {
            let request = TradesRequest::builder().maybe_market(given.optional("market")?).build();
            format!("{:?}", client.trades(&request, cursor).await?)
        }
        "is_order_scoring" => format!("{:?}", client.is_order_scoring(given.text("order_id")?).await?),
        "are_orders_scoring" => format!("{:?}", client.are_orders_scoring(&given.texts("order_ids")?).await?),
        #[cfg(feature = "version-2")]
        "pre_migration_orders" => format!("{:?}", client.pre_migration_orders(cursor).await?),
        _ => return Ok(None),
    }))
}
