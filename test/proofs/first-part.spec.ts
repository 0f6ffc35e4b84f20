import { provesPart } from './proves-part.js';

describe('the first part of the logs of this run', () => provesPart(0));
