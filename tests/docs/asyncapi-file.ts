/** docs/asyncapi: what it holds. The channels have the same messages in every dialect. */
import { asyncApiDocument } from "../../src/stream/asyncapi/document.ts";

export const ASYNCAPI_FILE = {
  url: new URL("../../docs/asyncapi/trading.json", import.meta.url),
  text: `${JSON.stringify(asyncApiDocument(), null, 2)}\n`,
};
