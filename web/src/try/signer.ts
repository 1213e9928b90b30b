/**
 * Signs the requests that Swagger UI sends, with a wallet that is made for it in a sandbox and forgotten with the page. The
 * page of Swagger UI loads it as a script of its own.
 */
import { buildWalletClaim, createCredentials, signRequests } from "../account/wallet/credentials.ts";
import type { Credentials } from "../account/wallet/credentials.ts";
import { createWalletOfKey, generateKey } from "../account/wallet/signing.ts";
import type { Wallet } from "../account/wallet/wallet.ts";
import { loadSettings } from "../api/settings.ts";
import type { Settings } from "../api/settings.ts";

/** A request of Swagger UI before it is sent. */
type ViewerRequest = {
  readonly url: string;
  readonly method?: string;
  readonly body?: unknown;
  headers: Record<string, string>;
};

type Signer = { readonly settings: Settings; readonly wallet: Wallet; readonly credentials: Credentials };

let signer: Signer | undefined;

/** Base path of a trading interface on this address. */
const TRADING = /^\/(?:spec|polymarket|kuest)\/trading(?=\/)/;
/** Operations that the wallet signs itself, not its key. */
const OF_WALLETS = new Set(["POST /auth/api-key", "GET /auth/derive-api-key"]);

/** Shows the button in a sandbox; elsewhere wallets have no funds, and nothing is shown. */
export async function mount(place: HTMLElement): Promise<void> {
  const settings = await loadSettings();
  if (settings.mode !== "sandbox") return;
  const button = document.createElement("button");
  button.textContent = "Make a throw-away wallet";
  button.className = "btn execute";
  const note = document.createElement("p");
  note.setAttribute("role", "status");
  note.textContent =
    "A sandbox gives a new wallet funds. Requests to the trading interface are then signed by its API key.";
  button.addEventListener("click", () => {
    button.disabled = true;
    void makeSigner(settings)
      .then(({ wallet }) => {
        button.remove();
        return `Requests to the trading interface are signed for the wallet ${wallet.address}.`;
      })
      .catch((error: unknown) => {
        button.disabled = false;
        return `No wallet was made: ${String(error)}`;
      })
      .then((text) => (note.textContent = text));
  });
  place.append(button, note);
}

async function makeSigner(settings: Settings): Promise<Signer> {
  const wallet = createWalletOfKey(generateKey());
  const credentials = await createCredentials(wallet, settings);
  signer = { settings, wallet, credentials };
  return signer;
}

/** Adds the headers of a signed request, unless the reader gave some. */
export async function sign(request: ViewerRequest): Promise<ViewerRequest> {
  const { pathname } = new URL(request.url, location.href);
  if (signer === undefined || !TRADING.test(pathname)) return request;
  if (Object.keys(request.headers).some((name) => name.endsWith("_SIGNATURE"))) return request;
  const { settings, wallet, credentials } = signer;
  const method = request.method?.toUpperCase() ?? "GET";
  const path = pathname.replace(TRADING, "");
  const headers = OF_WALLETS.has(`${method} ${path}`)
    ? await claimHeaders(signer)
    : await signRequests(
        settings,
        wallet,
        credentials,
      )({ method, path, body: typeof request.body === "string" ? request.body : "" });
  request.headers = { ...request.headers, ...headers };
  return request;
}

async function claimHeaders({ settings, wallet }: Signer): Promise<Record<string, string>> {
  const { header_prefix: prefix, chain_id: chainId } = settings;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const claim = buildWalletClaim({ address: wallet.address, timestamp, nonce: 0 }, chainId);
  return {
    [`${prefix}ADDRESS`]: wallet.address,
    [`${prefix}SIGNATURE`]: await wallet.sign(claim),
    [`${prefix}TIMESTAMP`]: timestamp,
    [`${prefix}NONCE`]: "0",
  };
}
