/** The text of a search of people, and the order of those who are found. */
import { MAX_NAME_TEXT } from "../core/trader-name.ts";
import { storableText } from "./storable-text.ts";

export const PersonText = {
  ...storableText(MAX_NAME_TEXT),
  description:
    "The beginning of a name, or of a later word of a chosen one, without regard to case, accents and separators; or that of an address, from 0x on",
};

export const FOUND_ORDER =
  "Chosen names first, those that are the text before longer ones, then generated names; addresses in their order";
