/** The file of docs/asyncapi. The channels have the same messages in every dialect. */
import { asyncApiDocument } from "../../src/stream/asyncapi/with-asyncapi.ts";
import { foldedJson } from "./folded-json.ts";

export const ASYNCAPI_FILE = {
  url: new URL("../../docs/asyncapi/trading.json", import.meta.url),
  text: `${foldedJson(asyncApiDocument())}\n`,
};
