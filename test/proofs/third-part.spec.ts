import { provePart } from './prove-part.js';

describe('the third part of the logs of this run', () => provePart(2));
