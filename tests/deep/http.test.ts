/**
 * Operations and reads behind the read tables, large answers, and answers of the framework. Each kind of id, drafts, all kinds of
 * credentials, faults, and refusals of every operation.
 */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("http");
