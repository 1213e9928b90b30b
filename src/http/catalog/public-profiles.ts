/** GET /public-profile and its other address: the profile of a wallet that has an account. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { parseAddress } from "../../signing/address.ts";
import { findWalletProfile } from "../../store/reads/wallet-profile.ts";
import { SERVICES } from "../dialects/dialect.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { Answer, Endpoint } from "../endpoint.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { NAME_SECONDS } from "./cache-lifetimes.ts";
import { PROFILES } from "./groups.ts";
import { publicProfile, publicProfileSchema } from "./profile-record.ts";
import { badParameter, profileNotFound } from "./refusal.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

const GivenWallet = Type.String({ description: "A wallet; mixed case must be the right checksum" });

const described = {
  method: "GET",
  summary: "Get the profile of a wallet",
  group: PROFILES,
  limits: ONLY_INTERFACE_LIMIT,
  answer: publicProfileSchema,
  maxAgeSeconds: NAME_SECONDS,
} as const;

export const publicProfiles: readonly Endpoint[] = [
  uncodedOperation({
    ...described,
    path: "/public-profile",
    query: Type.Object({ address: GivenWallet }),
    handle: ({ context, dialect, query }) => readProfile(context, { dialect, address: query.address }),
  }),
  uncodedOperation({
    ...described,
    path: "/profiles/user_address/:address",
    dialects: SERVICES,
    params: Type.Object({ address: GivenWallet }),
    handle: ({ context, dialect, params }) => readProfile(context, { dialect, address: params.address }),
  }),
];

async function readProfile(
  { adHocSql, names }: Context,
  { dialect, address }: { readonly dialect: Dialect; readonly address: string },
): Promise<Answer> {
  const wallet = parseAddress(address);
  if (wallet === undefined) return badParameter("address", dialect);
  const profile = await findWalletProfile(await adHocSql(), wallet);
  return profile === undefined ? profileNotFound : { body: publicProfile(profile, names, dialect) };
}
