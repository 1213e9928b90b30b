/** Maximum lengths of texts in a listing, as the exchange enforces them. */
export { LIMITS } from "../../../../../src/listings/gamma-fields.ts";
