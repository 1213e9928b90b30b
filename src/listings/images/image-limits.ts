/** Limits of pictures that operators add, for schemas, forms and texts. */
export const IMAGE_LIMITS = {
  /** Maximum bytes of one picture. */
  bytes: 1024 * 1024,
  /** Maximum pixels of a side. */
  side: 4096,
  /** Maximum number of pictures, and maximum bytes of all together. */
  count: 2_000,
  total: 256 * 1024 * 1024,
} as const;

/** Accepted media types; other types can hold scripts, or are unknown to some browsers. */
export const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;

/** Media type of the demo's pictures. Nobody else may add such a picture. */
export const DRAWN_TYPE = "image/svg+xml";

export type ImageType = (typeof IMAGE_TYPES)[number];

/** Names of the formats for people. */
export const IMAGE_FORMS = "PNG, JPEG or WebP";
