/**
 * Signs the requests that Swagger UI sends, with a wallet that is made for it in a sandbox and forgotten with the page. The
 * page of Swagger UI loads it as a script of its own.
 */
import { buildWalletClaim, createCredentials, signRequests } from "../account/wallet/credentials.ts";
import type { Credentials } from "../account/wallet/credentials.ts";
import { signOrder } from "../account/wallet/place-order.ts";
import type { OrderKind } from "../account/wallet/place-order.ts";
import { createWalletOfKey, generateKey } from "../account/wallet/signing.ts";
import type { Wallet } from "../account/wallet/wallet.ts";
import { kindOfMarket } from "../../../src/core/markets/market-version.ts";
import type { MarketKind } from "../../../src/core/markets/market-version.ts";
import { loadSettings } from "../api/settings.ts";
import type { Settings } from "../api/settings.ts";

/** A request of Swagger UI before it is sent. */
type ViewerRequest = {
  readonly url: string;
  readonly method?: string;
  body?: unknown;
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
        void showSampleOrder(place).catch(() => undefined);
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
  if (method === "POST" && path === "/order") request.body = await signBody(signer, request.body);
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

/** Form of an order that is not signed yet. */
type PlainOrder = {
  readonly tokenId: string;
  readonly side: "BUY" | "SELL";
  readonly makerAmount: string;
  readonly takerAmount: string;
  /** Expiry of a GTD order in unix seconds. */
  readonly expiration?: string | number;
  readonly signature?: string;
};

const HEX_SIGNATURE = /^0x[0-9a-f]+$/i;
const DIGITS = /^\d{1,78}$/;

/** Tells whether an order can be signed and is not yet; the exchange refuses every other form in its own words. */
const isPlainOrder = ({
  tokenId,
  side,
  makerAmount,
  takerAmount,
  expiration = "0",
  signature = "",
}: PlainOrder) =>
  [tokenId, makerAmount, takerAmount, expiration].every((text) => DIGITS.test(String(text))) &&
  ["BUY", "SELL"].includes(side) &&
  !HEX_SIGNATURE.test(signature);

/** Signs the order in a body without a signature. A body that has one, or no order of this form, stays as it is. */
async function signBody({ settings, wallet, credentials }: Signer, body: unknown): Promise<unknown> {
  const given = parseBody(body);
  const order = given?.order;
  if (order === undefined || !isPlainOrder(order)) return body;
  const { orderType: kind = "GTC", postOnly = false } = given ?? {};
  const expiresAt = order.expiration === undefined ? undefined : Number(order.expiration);
  const marketKind = await findMarketKind(order.tokenId);
  const signed = await signOrder(
    settings,
    { wallet, apiKey: credentials.apiKey },
    { ...order, marketKind, kind, postOnly, expiresAt },
  );
  return JSON.stringify({ ...given, ...signed });
}

type GivenBody = {
  readonly order?: PlainOrder;
  readonly orderType?: OrderKind;
  readonly postOnly?: boolean;
};

function parseBody(body: unknown): GivenBody | undefined {
  try {
    return typeof body === "string" ? JSON.parse(body) : undefined;
  } catch {
    return undefined;
  }
}

/** Finds the kind of a token's market, which decides the contract to sign for; "ordinary" for an unknown token. */
async function findMarketKind(tokenId: string): Promise<MarketKind> {
  const answer = await fetch(`/polymarket/catalog/markets?clob_token_ids=${tokenId}`);
  const [market] = answer.ok ? await answer.json() : [];
  if (market === undefined) return "ordinary";
  return kindOfMarket({ conditionId: market.conditionId, negativeRisk: market.negRisk === true });
}

/** Shows the body of an order in the first open market, which the wallet signs when the reader sends it. */
async function showSampleOrder(place: HTMLElement): Promise<void> {
  const answer = await fetch("/spec/trading/sampling-markets");
  if (!answer.ok) return;
  const { data } = await answer.json();
  const tokenId = data[0]?.tokens[0]?.token_id;
  if (tokenId === undefined) return;
  const order: PlainOrder = { tokenId, side: "BUY", makerAmount: "5000000", takerAmount: "10000000" };
  const note = document.createElement("p");
  note.textContent =
    "Body of POST /order, a bid for 10 shares at 50 cents. The wallet signs the order when you send the body:";
  const text = document.createElement("pre");
  text.tabIndex = 0;
  text.style.whiteSpace = "pre-wrap";
  text.style.overflowWrap = "anywhere";
  text.textContent = JSON.stringify({ order, orderType: "GTC" }, null, 2);
  place.append(note, text);
}
