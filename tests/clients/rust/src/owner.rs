//! A client with a key, and the orders that it has built and signed.

use alloy::signers::local::PrivateKeySigner;
use anyhow::Result;
use sdk::auth::state::{Authenticated, Unauthenticated};
use sdk::auth::{Credentials, ExposeSecret as _, Normal, Signer as _};
use sdk::clob::Client;
use sdk::clob::types::{SignableOrder, SignatureType, SignedOrder};

use crate::given::Given;
use crate::{account, orders, reads, rewards};

pub struct Owner {
    pub client: Client<Authenticated<Normal>>,
    pub signer: PrivateKeySigner,
    /// Orders that are built, and those that are signed, until they are sent.
    pub built: Vec<Option<SignableOrder>>,
    pub signed: Vec<Option<SignedOrder>>,
}

impl Owner {
    pub async fn authenticate(client: Client<Unauthenticated>, given: &Given<'_>) -> Result<Self> {
        let signer = signer_of(given)?;
        let mut builder = client.authentication_builder(&signer).nonce(0);
        if let Some(funder) = given.optional("funder")? {
            builder = builder.funder(funder).signature_type(wallet_type(given)?);
        }
        let client = builder.authenticate().await?;
        Ok(Self {
            client,
            signer,
            built: Vec::new(),
            signed: Vec::new(),
        })
    }

    pub async fn call(&mut self, method: &str, given: &Given<'_>) -> Result<Option<String>> {
        if let Some(shown) = orders::call(self, method, given).await? {
            return Ok(Some(shown));
        }
        if let Some(shown) = account::call(&self.client, method, given).await? {
            return Ok(Some(shown));
        }
        if let Some(shown) = rewards::call(&self.client, method, given).await? {
            return Ok(Some(shown));
        }
        reads::call(&self.client, method, given).await
    }
}

fn signer_of(given: &Given<'_>) -> Result<PrivateKeySigner> {
    let chain = given.parse("chain")?;
    Ok(given.parse::<PrivateKeySigner>("key")?.with_chain_id(Some(chain)))
}

#[cfg(feature = "kuest")]
fn wallet_type(_: &Given<'_>) -> Result<SignatureType> {
    Ok(SignatureType::DepositWallet)
}

#[cfg(not(feature = "kuest"))]
fn wallet_type(given: &Given<'_>) -> Result<SignatureType> {
    Ok(match given.text("signature_type")? {
        "1" => SignatureType::Proxy,
        "2" => SignatureType::GnosisSafe,
        #[cfg(feature = "version-2")]
        "3" => SignatureType::Poly1271,
        _ => SignatureType::Eoa,
    })
}

/// Calls the methods that make keys, before the client has any.
pub async fn call_keys(
    client: &Client<Unauthenticated>,
    method: &str,
    given: &Given<'_>,
) -> Result<Option<String>> {
    let nonce = given.optional("nonce")?;
    let credentials = match method {
        "create_api_key" => client.create_api_key(&signer_of(given)?, nonce).await?,
        "derive_api_key" => client.derive_api_key(&signer_of(given)?, nonce).await?,
        "create_or_derive_api_key" => client.create_or_derive_api_key(&signer_of(given)?, nonce).await?,
        _ => return Ok(None),
    };
    Ok(Some(show_credentials(&credentials)))
}

/// Shows a key with its secrets, which `Debug` leaves out.
pub fn show_credentials(credentials: &Credentials) -> String {
    format!(
        "Credentials {{ key: {:?}, secret: {:?}, passphrase: {:?} }}",
        credentials.key(),
        credentials.secret().expose_secret(),
        credentials.passphrase().expose_secret(),
    )
}
