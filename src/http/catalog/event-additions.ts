/** Parameters by which clients ask for more of an event than the catalog has. */
import { nothingToAdd } from "./parameters.ts";

export const EventAdditions = {
  include_chat: nothingToAdd("chats"),
  include_template: nothingToAdd("templates"),
  include_best_lines: nothingToAdd("lines"),
};
