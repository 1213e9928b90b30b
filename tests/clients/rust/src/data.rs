//! Methods of the client of the data interface.

use anyhow::Result;
use sdk::data::Client;
use sdk::data::types::MarketFilter;
use sdk::data::types::request::{
    ActivityRequest, BuilderLeaderboardRequest, BuilderVolumeRequest, ClosedPositionsRequest, HoldersRequest,
    LiveVolumeRequest, OpenInterestRequest, PositionsRequest, TradedRequest, TraderLeaderboardRequest, TradesRequest,
    ValueRequest,
};
use sdk::types::Decimal;

use crate::given::Given;

pub async fn call(client: &Client, method: &str, given: &Given<'_>) -> Result<Option<String>> {
    if let Some(shown) = read_wallet(client, method, given).await? {
        return Ok(Some(shown));
    }
    let markets = || Ok::<_, anyhow::Error>(vec![given.parse("market")?]);
    Ok(Some(match method {
        "host" => client.host().to_string(),
        "health" => format!("{:?}", client.health().await?),
        "holders" => {
            let request = HoldersRequest::builder().markets(markets()?).build();
            format!("{:?}", client.holders(&request).await?)
        }
        "open_interest" => {
            let request = OpenInterestRequest::builder().markets(markets()?).build();
            format!("{:?}", client.open_interest(&request).await?)
        }
        "live_volume" => {
            let request = LiveVolumeRequest::builder().id(given.parse("id")?).build();
            format!("{:?}", client.live_volume(&request).await?)
        }
        "leaderboard" => {
            let request = TraderLeaderboardRequest::builder().build();
            format!("{:?}", client.leaderboard(&request).await?)
        }
        "builder_leaderboard" => {
            let request = BuilderLeaderboardRequest::builder().build();
            format!("{:?}", client.builder_leaderboard(&request).await?)
        }
        "builder_volume" => {
            let request = BuilderVolumeRequest::builder().build();
            format!("{:?}", client.builder_volume(&request).await?)
        }
        _ => return Ok(None),
    }))
}

async fn read_wallet(client: &Client, method: &str, given: &Given<'_>) -> Result<Option<String>> {
    let user = || given.parse::<sdk::types::Address>("user");
    Ok(Some(match method {
        "positions" => {
            let request = PositionsRequest::builder()
                .user(user()?)
                .size_threshold(Decimal::ZERO)
                .build();
            format!("{:?}", client.positions(&request).await?)
        }
        "closed_positions" => {
            let request = ClosedPositionsRequest::builder().user(user()?).limit(50)?.build();
            format!("{:?}", client.closed_positions(&request).await?)
        }
        "trades" => {
            let filter = MarketFilter::markets([given.parse("market")?]);
            let request = TradesRequest::builder().user(user()?).filter(filter).build();
            format!("{:?}", client.trades(&request).await?)
        }
        "activity" => {
            let request = ActivityRequest::builder().user(user()?).build();
            format!("{:?}", client.activity(&request).await?)
        }
        "value" => {
            let request = ValueRequest::builder().user(user()?).build();
            format!("{:?}", client.value(&request).await?)
        }
        "traded" => {
            let request = TradedRequest::builder().user(user()?).build();
            format!("{:?}", client.traded(&request).await?)
        }
        _ => return Ok(None),
    }))
}
