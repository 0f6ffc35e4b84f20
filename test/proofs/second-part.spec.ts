import { provesPart } from './proves-part.js';

describe('the second part of the logs of this run', () => provesPart(1));
