/** Part of AsyncAPI's viewer that takes a parsed document. */
declare module "@asyncapi/react-component/lib/esm/without-parser.js" {
  import type { FunctionComponent } from "react";

  const Viewer: FunctionComponent<{
    readonly schema: object;
    readonly config: {
      readonly show: { readonly sidebar: boolean; readonly schemas: boolean };
      readonly expand: { readonly messageExamples: boolean };
    };
  }>;
  // oxlint-disable-next-line import/no-default-export
  export default Viewer;
}
