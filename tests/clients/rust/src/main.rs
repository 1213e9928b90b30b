//! Calls an SDK for another process: each line in is a call as JSON, each line out its answer in the form of `Debug`.
//!
//! A call names a session, a method and its arguments. Clients, signable and signed orders stay here; they are answered
//! with a number, by which later calls name them.

mod account;
mod data;
mod given;
mod orders;
mod owner;
mod reads;
mod rewards;

use std::collections::HashMap;
use std::io::BufRead as _;

use anyhow::{Context as _, Result, anyhow};
use given::Given;
use owner::Owner;
use sdk::auth::state::Unauthenticated;
use sdk::clob::{Client, Config};
use serde_json::{Value, json};

/// An object that calls are made on.
enum Session {
    Visitor(Client<Unauthenticated>),
    Owner(Box<Owner>),
    #[cfg(not(feature = "version-2"))]
    Builder(Client<sdk::auth::state::Authenticated<sdk::auth::builder::Builder>>),
    Data(sdk::data::Client),
}

#[derive(Default)]
struct Sessions {
    open: HashMap<u64, Session>,
    opened: u64,
}

/// A text in the form of `Debug`, or the number of a session.
enum Answer {
    Shown(String),
    Opened(Session),
}

impl Sessions {
    async fn call(&mut self, line: &Value) -> Result<Value> {
        let method = line["method"].as_str().context("no method")?;
        let given = Given(&line["given"]);
        let answer = match line["session"].as_u64() {
            None => create(method, &given)?,
            Some(number) => self.call_session(number, method, &given).await?,
        };
        Ok(match answer {
            Answer::Shown(shown) => json!({ "answer": shown }),
            Answer::Opened(session) => {
                self.opened += 1;
                self.open.insert(self.opened, session);
                json!({ "session": self.opened })
            }
        })
    }

    async fn call_session(&mut self, number: u64, method: &str, given: &Given<'_>) -> Result<Answer> {
        if let Some(session) = self.turn(number, method, given).await? {
            return Ok(Answer::Opened(session));
        }
        let session = self.open.get_mut(&number).context("no such session")?;
        let shown = match session {
            Session::Visitor(client) => match owner::call_keys(client, method, given).await? {
                Some(shown) => Some(shown),
                None => reads::call(client, method, given).await?,
            },
            Session::Owner(owner) => owner.call(method, given).await?,
            #[cfg(not(feature = "version-2"))]
            Session::Builder(client) => account::call_builder(client, method, given).await?,
            Session::Data(client) => data::call(client, method, given).await?,
        };
        shown
            .map(Answer::Shown)
            .ok_or_else(|| anyhow!("the bridge has no method {method}"))
    }

    /// Carries out a method that uses its client up and gives another.
    async fn turn(&mut self, number: u64, method: &str, given: &Given<'_>) -> Result<Option<Session>> {
        let turns = ["authentication_builder", "deauthenticate", "promote_to_builder"];
        if !turns.contains(&method) {
            return Ok(None);
        }
        let session = self.open.remove(&number).context("no such session")?;
        Ok(Some(match (method, session) {
            ("authentication_builder", Session::Visitor(client)) => {
                Session::Owner(Box::new(Owner::authenticate(client, given).await?))
            }
            ("deauthenticate", Session::Owner(owner)) => Session::Visitor(owner.client.deauthenticate().await?),
            #[cfg(not(feature = "version-2"))]
            ("promote_to_builder", Session::Owner(owner)) => {
                let config = sdk::auth::builder::Config::local(given.credentials()?);
                Session::Builder(owner.client.promote_to_builder(config).await?)
            }
            _ => return Err(anyhow!("not a method of this session: {method}")),
        }))
    }
}

fn create(method: &str, given: &Given<'_>) -> Result<Answer> {
    let host = given.text("host")?;
    Ok(Answer::Opened(match method {
        "new" => Session::Visitor(Client::new(host, Config::default())?),
        "data" => Session::Data(sdk::data::Client::new(host)?),
        _ => return Err(anyhow!("no constructor {method}")),
    }))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let mut sessions = Sessions::default();
    for line in std::io::stdin().lock().lines() {
        let line: Value = serde_json::from_str(&line?)?;
        let mut told = sessions
            .call(&line)
            .await
            .unwrap_or_else(|error| json!({ "error": format!("{error:#}") }));
        told["id"] = line["id"].clone();
        println!("{told}");
    }
    Ok(())
}
