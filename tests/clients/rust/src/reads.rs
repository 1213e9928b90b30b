//! Methods of a client without a key.

use anyhow::{Context as _, Result};
use sdk::auth::state::State;
use sdk::clob::Client;
use sdk::clob::types::request::{
    LastTradePriceRequest, MidpointRequest, OrderBookSummaryRequest, PriceHistoryRequest, PriceRequest, SpreadRequest,
};
#[cfg(feature = "version-2")]
use sdk::clob::types::response::FeeRateResponse;
use sdk::clob::types::{Interval, TickSize};

use crate::given::Given;

pub async fn call<S: State>(client: &Client<S>, method: &str, given: &Given<'_>) -> Result<Option<String>> {
    if let Some(shown) = read_service(client, method, given).await? {
        return Ok(Some(shown));
    }
    if let Some(shown) = read_books(client, method, given).await? {
        return Ok(Some(shown));
    }
    read_markets(client, method, given).await
}

async fn read_service<S: State>(client: &Client<S>, method: &str, given: &Given<'_>) -> Result<Option<String>> {
    Ok(Some(match method {
        "host" => client.host().to_string(),
        "ok" => format!("{:?}", client.ok().await?),
        "server_time" => format!("{:?}", client.server_time().await?),
        #[cfg(feature = "version-2")]
        "version" => format!("{:?}", client.version().await?),
        "invalidate_internal_caches" => format!("{:?}", client.invalidate_internal_caches()),
        "set_tick_size" => format!("{:?}", client.set_tick_size(given.token()?, TickSize::Thousandth)),
        "set_neg_risk" => format!("{:?}", client.set_neg_risk(given.token()?, given.parse("neg_risk")?)),
        "set_fee_rate_bps" => format!("{:?}", client.set_fee_rate_bps(given.token()?, given.parse("fee_rate_bps")?)),
        #[cfg(feature = "version-2")]
        "set_fee_rate" => {
            let fee = FeeRateResponse::builder().base_fee(given.parse("base_fee")?).build();
            format!("{:?}", client.set_fee_rate(given.token()?, fee))
        }
        "tick_size" => format!("{:?}", client.tick_size(given.token()?).await?),
        "neg_risk" => format!("{:?}", client.neg_risk(given.token()?).await?),
        "fee_rate_bps" => format!("{:?}", client.fee_rate_bps(given.token()?).await?),
        #[cfg(feature = "version-2")]
        "fee_exponent" => format!("{:?}", client.fee_exponent(given.token()?).await?),
        _ => return Ok(None),
    }))
}

async fn read_books<S: State>(client: &Client<S>, method: &str, given: &Given<'_>) -> Result<Option<String>> {
    let book = || Ok::<_, anyhow::Error>(OrderBookSummaryRequest::builder().token_id(given.token()?).build());
    let middle = || Ok::<_, anyhow::Error>(MidpointRequest::builder().token_id(given.token()?).build());
    let price = || {
        let request = PriceRequest::builder().token_id(given.token()?).side(given.side()?);
        Ok::<_, anyhow::Error>(request.build())
    };
    let spread = || Ok::<_, anyhow::Error>(SpreadRequest::builder().token_id(given.token()?).build());
    let last = || Ok::<_, anyhow::Error>(LastTradePriceRequest::builder().token_id(given.token()?).build());
    Ok(Some(match method {
        "order_book" => format!("{:?}", client.order_book(&book()?).await?),
        "order_books" => format!("{:?}", client.order_books(&[book()?]).await?),
        #[cfg(feature = "version-2")]
        "order_book_hash" => {
            let read = client.order_book(&book()?).await?;
            format!("{:?}", client.order_book_hash(&read)?)
        }
        "midpoint" => format!("{:?}", client.midpoint(&middle()?).await?),
        "midpoints" => format!("{:?}", client.midpoints(&[middle()?]).await?),
        "price" => format!("{:?}", client.price(&price()?).await?),
        "prices" => format!("{:?}", client.prices(&[price()?]).await?),
        #[cfg(not(feature = "version-2"))]
        "all_prices" => format!("{:?}", client.all_prices().await?),
        "spread" => format!("{:?}", client.spread(&spread()?).await?),
        "spreads" => format!("{:?}", client.spreads(&[spread()?]).await?),
        "last_trade_price" => format!("{:?}", client.last_trade_price(&last()?).await?),
        "last_trades_prices" => format!("{:?}", client.last_trades_prices(&[last()?]).await?),
        "price_history" => {
            let request = PriceHistoryRequest::builder().market(given.token()?).time_range(Interval::Max).build();
            format!("{:?}", client.price_history(&request).await?)
        }
        #[cfg(feature = "version-2")]
        "calculate_market_price" => {
            let amount = sdk::clob::types::Amount::shares(given.parse("amount")?)?;
            let (side, kind) = (given.side()?, given.order_type()?);
            format!("{:?}", client.calculate_market_price(given.token()?, side, amount, kind).await?)
        }
        _ => return Ok(None),
    }))
}

async fn read_markets<S: State>(client: &Client<S>, method: &str, given: &Given<'_>) -> Result<Option<String>> {
    let cursor = given.optional("next_cursor").context("next_cursor")?;
    Ok(Some(match method {
        "market" => format!("{:?}", client.market(given.text("condition_id")?).await?),
        "markets" => format!("{:?}", client.markets(cursor).await?),
        "sampling_markets" => format!("{:?}", client.sampling_markets(cursor).await?),
        "simplified_markets" => format!("{:?}", client.simplified_markets(cursor).await?),
        "sampling_simplified_markets" => format!("{:?}", client.sampling_simplified_markets(cursor).await?),
        #[cfg(feature = "version-2")]
        "clob_market_info" => format!("{:?}", client.clob_market_info(given.text("condition_id")?).await?),
        #[cfg(feature = "version-2")]
        "market_by_token" => format!("{:?}", client.market_by_token(given.token()?).await?),
        #[cfg(feature = "version-2")]
        "market_trades_events" => client.market_trades_events(given.text("condition_id")?).await?.to_string(),
        _ => return Ok(None),
    }))
}
