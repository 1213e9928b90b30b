/** An exchange beside what watches it: a real collector of traces, and a real Prometheus. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("monitoring");
