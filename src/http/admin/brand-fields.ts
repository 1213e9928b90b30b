/** The brand in the requests and answers of operators. */
import { createHash } from "node:crypto";
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { findPixelFault } from "../../catalog/images/decode-picture.ts";
import { readImage } from "../../catalog/images/read-image.ts";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { BrandTerms } from "../../engine/brand.ts";
import type { BrandImage } from "../../store/page/brand-images.ts";
import { brandColours, COLOUR_PATTERN } from "../page/brand-colours.ts";
import { OrNull } from "../resolution-answer.ts";
import { textLine } from "../shown-text.ts";
import { readBase64 } from "./base64-field.ts";
import { Reason } from "./operation.ts";

const MAX_NAME = 40;
const MAX_LOGO_BYTES = 256 * 1024;
const SIDES = { least: 192, most: 1_024 } as const;
/** Base64 of the largest logo, and the other fields. */
export const BRAND_BYTES = 512 * 1024;

export const GivenBrand = Type.Object(
  {
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
          description: `Base64 of a square PNG, JPEG or WebP with a side of ${SIDES.least} to ${SIDES.most} pixels, at most 256 KiB; null is the program's own`,
        }),
      ),
    ),
    reason: Reason,
  },
  { additionalProperties: false },
);
export type GivenBrand = Type.Static<typeof GivenBrand>;

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

/** Most wallets of an answer that have a name like the exchange's. */
export const MOST_BEARERS = 100;

export const ChangedBrand = Type.Object({
  ...BrandAnswer.properties,
  bearers: Type.Array(Type.Object({ address: Type.String(), name: Type.String() }), {
    description: `Wallets whose chosen name reads like that of the exchange, at most ${MOST_BEARERS}; they keep it until it is taken away`,
  }),
});

export const describeBrand = ({ name, accent, logo }: BrandTerms): Type.Static<typeof BrandAnswer> => ({
  name,
  accent: accent === undefined ? null : { given: accent, ...brandColours(accent) },
  logo: logo ?? null,
});

/** A logo with its side in pixels. */
export type GivenLogo = BrandImage & { readonly side: number };

/** Reads a logo by its content, or refuses one that is no such image, or too large or small. */
export async function readLogo(
  { requestTurns }: Pick<Context, "requestTurns">,
  base64: string,
): Promise<GivenLogo | Rejection> {
  const content = readBase64("logo", base64);
  if (isRejection(content)) return content;
  if (content.length > MAX_LOGO_BYTES)
    return refuse(`at most ${MAX_LOGO_BYTES} bytes`, `${content.length} bytes`);
  const read = readImage(content);
  if ("fault" in read) return reject("invalid_payload", `logo: expected ${read.fault}`);
  const { mediaType: type, width, height } = read;
  if (width !== height || width < SIDES.least || width > SIDES.most)
    return refuse(`a square of ${SIDES.least} to ${SIDES.most} pixels`, `${width} x ${height}`);
  const unseen = await findPixelFault({ ...read, bytes: content }, requestTurns);
  if (unseen !== undefined) return reject("invalid_payload", `logo: expected ${unseen}`);
  return { hash: createHash("sha256").update(content).digest("hex"), type, content, side: width };
}

const refuse = (expected: string, got: string): Rejection =>
  reject("invalid_payload", `logo: expected ${expected}, got ${got}`);
