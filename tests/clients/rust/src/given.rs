//! Arguments of a call, by their names: texts, since JSON has no exact decimals, numbers of objects, and lists.

use std::fmt::Display;
use std::str::FromStr;

use anyhow::{Context as _, Result, anyhow};
use sdk::clob::types::{OrderType, Side};
use sdk::types::U256;
use serde_json::Value;

pub struct Given<'call>(pub &'call Value);

impl<'call> Given<'call> {
    pub fn text(&self, name: &str) -> Result<&'call str> {
        self.0[name].as_str().with_context(|| format!("no argument {name}"))
    }

    pub fn parse<T: FromStr<Err: Display>>(&self, name: &str) -> Result<T> {
        let text = self.text(name)?;
        text.parse().map_err(|error| anyhow!("{name} is {text}: {error}"))
    }

    pub fn optional<T: FromStr<Err: Display>>(&self, name: &str) -> Result<Option<T>> {
        if self.0[name].is_null() { Ok(None) } else { self.parse(name).map(Some) }
    }

    pub fn texts(&self, name: &str) -> Result<Vec<&'call str>> {
        let list = self.0[name].as_array().with_context(|| format!("no list {name}"))?;
        list.iter().map(|text| text.as_str().context("no text")).collect()
    }

    pub fn token(&self) -> Result<U256> {
        self.parse("token_id")
    }

    pub fn side(&self) -> Result<Side> {
        Ok(if self.text("side")? == "BUY" { Side::Buy } else { Side::Sell })
    }

    pub fn order_type(&self) -> Result<OrderType> {
        Ok(match self.text("order_type")? {
            "GTC" => OrderType::GTC,
            "GTD" => OrderType::GTD,
            "FOK" => OrderType::FOK,
            "FAK" => OrderType::FAK,
            other => return Err(anyhow!("no order type {other}")),
        })
    }

    #[cfg(not(feature = "version-2"))]
    pub fn credentials(&self) -> Result<sdk::auth::Credentials> {
        let [secret, passphrase] = ["secret", "passphrase"].map(|name| self.text(name).map(str::to_owned));
        Ok(sdk::auth::Credentials::new(self.parse("key")?, secret?, passphrase?))
    }
}
