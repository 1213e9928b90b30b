/** GET and POST /brand: name, colour and logo of the exchange, and operators' changes of them. */
import { createHash } from "node:crypto";
import { Type } from "typebox";
import type { Static } from "typebox";
import { findPixelFault } from "../../../listings/images/decode-picture.ts";
import { readImage } from "../../../listings/images/read-image.ts";
import type { Context } from "../../../context.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { FIRST_BRAND, brandDetails } from "../../../engine/operators/brand.ts";
import type { BrandSettings } from "../../../engine/operators/brand.ts";
import { saveBrandImage } from "../../../store/page/brand-images.ts";
import type { BrandImage } from "../../../store/page/brand-images.ts";
import type { Endpoint } from "../../operation/endpoint.ts";
import { COLOUR_PATTERN, brandColours } from "../../page/brand-colours.ts";
import { OrNull } from "../../values/resolution-answer.ts";
import { textLine } from "../../values/shown-text.ts";
import { announce, listAnnouncements, withdrawAnnouncement } from "./announcements.ts";
import { readBase64 } from "../body-fields.ts";
import { changeOperation, readOperation, BRAND, changeBody } from "../operation.ts";
import type { ChangeCall, OperatorRequest } from "../operation.ts";

// The brand in the requests and answers of operators.

const MAX_NAME = 40;
const MAX_LOGO_BYTES = 256 * 1024;
const LOGO_SIDES = { least: 192, most: 1_024 } as const;
/** Maximum body: the largest logo in Base64, and the other fields. */
const BRAND_BYTES = 512 * 1024;

const GivenBrand = changeBody({
  name: Type.Optional(OrNull(textLine(MAX_NAME, "Name of the exchange; null is Presage"))),
  accent: Type.Optional(
    OrNull(
      Type.String({
        pattern: COLOUR_PATTERN,
        description: "A colour like #1f4fd8, of which readable shades are made; null is the page's own",
      }),
    ),
  ),
  logo: Type.Optional(
    OrNull(
      Type.String({
        description: `Base64 of a square PNG, JPEG or WebP with a side of ${LOGO_SIDES.least} to ${LOGO_SIDES.most} pixels, at most 256 KiB; null is the program's own`,
      }),
    ),
  ),
});
type GivenBrand = Type.Static<typeof GivenBrand>;

const Shades = Type.Object({
  accent: Type.String(),
  onAccent: Type.String({ description: "Colour of texts on it" }),
});

export const BrandAnswer = Type.Object({
  name: Type.String(),
  accent: OrNull(
    Type.Object({
      given: Type.String(),
      light: Shades,
      dark: Shades,
    }),
  ),
  logo: OrNull(
    Type.Object({
      hash: Type.String({ description: "SHA-256 of the image" }),
      type: Type.String(),
      side: Type.Integer({ description: "Width and height in pixels" }),
    }),
  ),
});

/** Maximum number of wallets with a similar name in an answer. */
const MAX_BEARERS = 100;

export const ChangedBrand = Type.Object({
  ...BrandAnswer.properties,
  bearers: Type.Array(Type.Object({ address: Type.String(), name: Type.String() }), {
    description: `Wallets whose chosen name reads like that of the exchange, at most ${MAX_BEARERS}; they keep it until it is taken away`,
  }),
});

const describeBrand = ({ name, accent, logo }: BrandSettings): Type.Static<typeof BrandAnswer> => ({
  name,
  accent: accent === undefined ? null : { given: accent, ...brandColours(accent) },
  logo: logo ?? null,
});

/** A logo with its side in pixels. */
type GivenLogo = BrandImage & { readonly side: number };

/** Reads a logo by its content; rejects content that is no such image, or too large or too small. */
async function readLogo(
  { requestTurns }: Pick<Context, "requestTurns">,
  base64: string,
): Promise<GivenLogo | Rejection> {
  const content = readBase64("logo", base64);
  if (isRejection(content)) return content;
  if (content.length > MAX_LOGO_BYTES)
    return rejectField(`at most ${MAX_LOGO_BYTES} bytes`, `${content.length} bytes`);
  const read = readImage(content);
  if ("fault" in read) return reject("invalid_payload", `logo: expected ${read.fault}`);
  const { mediaType: type, width, height } = read;
  if (width !== height || width < LOGO_SIDES.least || width > LOGO_SIDES.most)
    return rejectField(
      `a square of ${LOGO_SIDES.least} to ${LOGO_SIDES.most} pixels`,
      `${width} x ${height}`,
    );
  const unseen = await findPixelFault({ ...read, bytes: content }, requestTurns);
  if (unseen !== undefined) return reject("invalid_payload", `logo: expected ${unseen}`);
  return { hash: createHash("sha256").update(content).digest("hex"), type, content, side: width };
}

const rejectField = (expected: string, got: string): Rejection =>
  reject("invalid_payload", `logo: expected ${expected}, got ${got}`);

/** Queue of changes of the brand, so that no change overwrites another. */
const QUEUE_SUBJECT = ["brand"];

const getBrand = readOperation({
  path: "/brand",
  summary: "Get the name, the colour and the logo of the exchange",
  group: BRAND,
  answer: BrandAnswer,
  read: ({ context }) => describeBrand(context.brand.read()),
});

const setBrand = changeOperation({
  path: "/brand",
  summary: "Change the name, the colour or the logo of the exchange",
  group: BRAND,
  body: GivenBrand,
  bodyLimit: BRAND_BYTES,
  answer: ChangedBrand,
  act: (call) => call.context.requestTurns.take(QUEUE_SUBJECT, () => changeBrand(call)),
  tell: ({ result }, call) => addBearers(call, result),
});

/** Adds the wallets whose chosen names are similar to the exchange's name. */
async function addBearers({ context }: OperatorRequest, brand: Static<typeof BrandAnswer>) {
  const found = await context.names.listLike(brand.name, MAX_BEARERS);
  return { ...brand, bearers: found.map(({ wallet, name }) => ({ address: wallet, name })) };
}

async function changeBrand(call: ChangeCall<unknown, unknown, GivenBrand>) {
  const { context, body } = call;
  const { name, accent, logo } = body;
  if (name === undefined && accent === undefined && logo === undefined)
    return reject("invalid_payload", "expected name, accent or logo, got none of them");
  const before = context.brand.read();
  const image = typeof logo === "string" ? await readLogo(context, logo) : undefined;
  if (isRejection(image)) return image;
  // The image is saved before the journal entry that activates the logo; an unreferenced image does no harm.
  if (image !== undefined) await saveBrandImage(context.ownSql, image);
  const given = image && { hash: image.hash, type: image.type, side: image.side };
  const brand: BrandSettings = {
    name: name === undefined ? before.name : (name?.replaceAll(/\s+/g, " ").trim() ?? FIRST_BRAND.name),
    accent: accent === undefined ? before.accent : accent?.toLowerCase(),
    logo: logo === undefined ? before.logo : given,
  };
  return call.execute({ action: "set-brand", subject: "brand", details: brandDetails(brand, before) }, () =>
    describeBrand(brand),
  );
}

// Operations about the traders' page: announcements, and the brand.

export const PAGE_ENDPOINTS: readonly Endpoint[] = [
  announce,
  listAnnouncements,
  withdrawAnnouncement,
  getBrand,
  setBrand,
];
