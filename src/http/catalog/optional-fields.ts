/** Fields that records leave out when they are blank, or not, by the dialect. */
import { Type } from "typebox";
import type { TProperties } from "typebox";

export const OptionalText = Type.Optional(Type.String());
export const OptionalInstant = Type.Optional(Type.String({ description: "ISO 8601, UTC" }));

/** The same fields where texts without a value are sent blank. */
export const withBlanks = (properties: TProperties): TProperties =>
  Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, field === OptionalText ? Type.String() : field]),
  );
