/**
 * Random lists and searches of the catalog and walks of any page size. Each parameter of the catalog and the data interface, with
 * hostile values.
 */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("http-catalog");
