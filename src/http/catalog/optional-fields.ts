/** Fields that records leave out when they are blank. */
import { Type } from "typebox";

export const OptionalText = Type.Optional(Type.String());
export const OptionalInstant = Type.Optional(Type.String({ description: "ISO 8601, UTC" }));
