/** Limits of a picture that an operator adds, which schemas, forms and texts are made from. */
export const IMAGE_LIMITS = {
  /** Most bytes of one. */
  bytes: 1024 * 1024,
  /** Most pixels of a side. */
  side: 4096,
  /** Most pictures, and most bytes of all together. */
  count: 2_000,
  total: 256 * 1024 * 1024,
} as const;

/** Media types that are taken; others can hold scripts, or are not shown by every browser. */
export const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;

export type ImageType = (typeof IMAGE_TYPES)[number];

/** Names of the forms for people. */
export const IMAGE_FORMS = "PNG, JPEG or WebP";
