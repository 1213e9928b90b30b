/** GET and POST /brand: name, colour and logo of the exchange, and an operator's change of them. */
import type { Static } from "typebox";
import { isRejection, reject } from "../../core/rejection.ts";
import { brandDetails, FIRST_BRAND, SET_BRAND } from "../../engine/brand.ts";
import type { BrandLogo, BrandTerms } from "../../engine/brand.ts";
import { saveBrandImage } from "../../store/page/brand-images.ts";
import { once } from "../once.ts";
import {
  BRAND_BYTES,
  BrandAnswer,
  ChangedBrand,
  describeBrand,
  GivenBrand,
  MOST_BEARERS,
  readLogo,
} from "./brand-fields.ts";
import { BRAND } from "./groups.ts";
import { operate, operation } from "./operation.ts";
import type { OperatorAction, OperatorCall, OperatorRequest } from "./operation.ts";

/** Subject of the turns of those who change it, so that none undoes another. */
const TURN = ["brand"];

export const getBrand = operation({
  method: "GET",
  path: "/brand",
  summary: "Get the name, the colour and the logo of the exchange",
  group: BRAND,
  refuses: [],
  answer: BrandAnswer,
  handle: ({ context }) => ({ body: describeBrand(context.brand.read()) }),
});

export const setBrand = operation({
  method: "POST",
  path: "/brand",
  summary: "Change the name, the colour or the logo of the exchange",
  group: BRAND,
  refuses: ["not_accepting"],
  role: "market-admin",
  body: GivenBrand,
  bodyLimit: BRAND_BYTES,
  answer: ChangedBrand,
  handle: (call) =>
    once(call, {
      act: () => call.context.requestTurns.take(TURN, () => change(call)),
      tell: ({ result }) => addBearers(call, result),
    }),
});

/** Names that were given before the exchange was called so. */
async function addBearers({ context }: OperatorRequest, brand: Static<typeof BrandAnswer>) {
  const found = await context.names.listLike(brand.name, MOST_BEARERS);
  return { ...brand, bearers: found.map(({ wallet, name }) => ({ address: wallet, name })) };
}

async function change(call: OperatorCall<unknown, unknown, GivenBrand>) {
  const { context, body } = call;
  const { name, accent, logo, reason } = body;
  if (name === undefined && accent === undefined && logo === undefined)
    return reject("invalid_payload", "expected name, accent or logo, got none of them");
  const before = context.brand.read();
  const image = typeof logo === "string" ? await readLogo(context, logo) : undefined;
  if (isRejection(image)) return image;
  // Saved first: the entry makes it count, and one that nothing names does no harm.
  if (image !== undefined) await saveBrandImage(context.ownSql, image);
  const given: BrandLogo | undefined = image && { hash: image.hash, type: image.type, side: image.side };
  const brand: BrandTerms = {
    name: name === undefined ? before.name : (name?.replaceAll(/\s+/g, " ").trim() ?? FIRST_BRAND.name),
    accent: accent === undefined ? before.accent : accent?.toLowerCase(),
    logo: logo === undefined ? before.logo : given,
  };
  const changed: OperatorAction = {
    action: SET_BRAND,
    subject: "brand",
    reason,
    details: brandDetails(brand, before),
  };
  return operate(call, changed, () => describeBrand(brand));
}
