/** An exchange beside a real collector of traces. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("cli/collector.test.ts");
