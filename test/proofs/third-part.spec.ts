import { provesPart } from './proves-part.js';

describe('the third part of the logs of this run', () => provesPart(2));
