/** POST /diagnoses/key: whether an API key can trade, and whether what somebody holds of it is right. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { collateralText } from "../../core/units.ts";
import { failed, passed, shownValue } from "../../doctor/check.ts";
import type { Check } from "../../doctor/check.ts";
import { explainKey, explainOwner } from "../../doctor/explain-request.ts";
import type { NamedKey } from "../../doctor/explain-request.ts";
import { explainSecret } from "../../doctor/explain-secret.ts";
import { explainTime } from "../../doctor/explain-time.ts";
import { isSamePassphrase } from "../../signing/credentials.ts";
import { readKeyId } from "../../signing/key-id.ts";
import { NEWEST_MS, OLDEST_MS } from "../../signing/request-auth.ts";
import { findFurtherKey } from "../../store/keys/further-keys.ts";
import { isUuid } from "../../store/keys/remembered-keys.ts";
import { isBanned } from "../../store/reads/bans.ts";
import { listOwnedWallets } from "../../store/reads/owned-wallets.ts";
import { findNamedKey, walletOwnerOf, withOthers } from "../auth/explain-caller.ts";
import { storableText } from "../storable-text.ts";
import { DiagnosisAnswer, diagnosisOf, Moment } from "./diagnosis.ts";
import { DIAGNOSES } from "./groups.ts";
import { operation } from "./operation.ts";

const Given = storableText(1_024);

export const diagnoseKey = operation({
  method: "POST",
  path: "/diagnoses/key",
  kind: "read",
  summary: "Say whether an API key can trade",
  group: DIAGNOSES,
  refuses: [],
  body: Type.Object(
    {
      apiKey: Given,
      address: Type.Optional(Given),
      // Of any form: a refusal would repeat what it refuses.
      secret: Type.Optional(Type.String()),
      passphrase: Type.Optional(Type.String()),
      callerTime: Type.Optional(Moment),
    },
    { additionalProperties: false },
  ),
  answer: DiagnosisAnswer,
  once: false,
  handle: async ({ context, body }) => {
    const apiKey = readKeyId(body.apiKey);
    const key = await findNamedKey(context, apiKey);
    const checks = [
      await describeKey(context, body.apiKey, key),
      ...(key.state === "unknown" ? [] : await explainHeld(context, key, body)),
      ...(body.callerTime === undefined ? [] : [explainClock(context, body.callerTime)]),
    ];
    return { body: diagnosisOf(`API key ${shownValue(body.apiKey)}`, checks) };
  },
});

/** A key that cannot trade may be one of another kind. */
async function describeKey({ ownSql }: Context, given: string, key: NamedKey): Promise<Check> {
  const apiKey = readKeyId(given);
  if (key.state !== "unknown" || !isUuid(apiKey)) return explainKey(given, key);
  for (const kind of ["readonly", "builder"] as const) {
    const further = await findFurtherKey(ownSql, kind, apiKey);
    if (further === undefined) continue;
    const hint = `it is a ${kind} key of ${further.address}, which cannot trade; use an API key`;
    return failed(
      "key",
      { mistake: "key_of_another_kind", hint },
      { expected: "an API key", got: `a ${kind} key` },
    );
  }
  return explainKey(given, key);
}

type HeldCredentials = {
  readonly address?: string;
  readonly secret?: string;
  readonly passphrase?: string;
};

type KnownKey = Exclude<NamedKey, { readonly state: "unknown" }>;

async function explainHeld(context: Context, key: KnownKey, held: HeldCredentials): Promise<Check[]> {
  const walletOwner = walletOwnerOf(context);
  const owner =
    held.address === undefined
      ? passed("owner", { got: key.address })
      : explainOwner(held.address, key.address, walletOwner);
  const secrets =
    key.state === "active"
      ? [
          ...(held.secret === undefined ? [] : [explainSecret(await withOthers(context, key), held.secret)]),
          ...(held.passphrase === undefined ? [] : [explainPassphrase(key.passphrase, held.passphrase)]),
        ]
      : [];
  return [
    owner,
    ...secrets,
    await explainBan(context, key.address),
    await explainAccount(context, key.address),
  ];
}

function explainPassphrase(expected: string, given: string): Check {
  if (isSamePassphrase(expected, given)) return passed("passphrase");
  const hint = "use the passphrase of the same answer as the API key";
  return failed("passphrase", { mistake: "passphrase_wrong", hint });
}

async function explainBan({ sql }: Context, address: string): Promise<Check> {
  const expected = { expected: "not banned" };
  if (!(await isBanned(await sql(), address))) return passed("ban", expected);
  const hint = `orders of ${address} are refused; presage ban remove takes that back`;
  return failed("ban", { mistake: "user_banned", hint }, expected);
}

/** Wallets of one key that are told. */
const MAX_WALLETS = 10;

async function explainAccount({ sql, config }: Context, address: string): Promise<Check> {
  const wallets = await listOwnedWallets(await sql(), address, MAX_WALLETS);
  const got = wallets
    .map(
      (one) => `${one.address}: balance ${collateralText(one.collateral)}, held ${collateralText(one.held)}`,
    )
    .join("; ");
  if (wallets.length > 0) return passed("account", { got });
  const compared = { expected: "an account", got: "none" };
  if (config.mode === "sandbox") return passed("account", compared, "its first order opens it");
  const hint = "an operator opens it: presage account open, then presage credit";
  return failed("account", { mistake: "unknown_account", hint }, compared);
}

const explainClock = (context: Context, callerTime: number): Check => ({
  ...explainTime(String(callerTime).padStart(13, "0"), {
    nowMs: context.clocks.machine(),
    oldestMs: OLDEST_MS,
    newestMs: NEWEST_MS,
  }),
  check: "clock",
});
