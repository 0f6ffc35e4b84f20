import { provePart } from './prove-part.js';

describe('the second part of the logs of this run', () => provePart(1));
