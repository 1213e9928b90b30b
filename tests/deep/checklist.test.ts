/** The security checklist, asked from outside. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("checklist");
