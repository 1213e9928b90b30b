/**
 * Compiles the schemas of operations, each once: an operation is served at several addresses, and to compile its schemas is
 * most of what it costs to set it up.
 */
import compilers from "@fastify/ajv-compiler";
import type { FastifySchemaCompiler } from "fastify";
import { PAGE_LIMIT_KEYWORD } from "./page-limit.ts";
import { FORMATS } from "./wallet-format.ts";

export type Validators = FastifySchemaCompiler<object>;

export function createValidators(): Validators {
  const compile = compilers()(
    {},
    {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        allErrors: false,
        verbose: true,
        keywords: [PAGE_LIMIT_KEYWORD],
        formats: FORMATS,
      },
    },
  );
  const compiled = new WeakMap<object, ReturnType<Validators>>();
  return (route) => {
    const known = compiled.get(route.schema);
    if (known !== undefined) return known;
    const validator = compile(route);
    compiled.set(route.schema, validator);
    return validator;
  };
}
