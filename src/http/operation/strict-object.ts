/** Objects in requests whose unknown fields are refused. */
import { Type } from "typebox";
import type { TObjectOptions, TProperties } from "typebox";

export const strictObject = <P extends TProperties>(fields: P, options: TObjectOptions = {}) =>
  Type.Object(fields, { additionalProperties: false, ...options });
