import { provePart } from './prove-part.js';

describe('the first part of the logs of this run', () => provePart(0));
