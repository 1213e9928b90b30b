/** The longest texts that a listing holds; the exchange refuses longer ones. */
export { LIMITS } from "../../../src/catalog/gamma-fields.ts";
