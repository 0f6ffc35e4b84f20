import type { CDPSession, Page } from 'playwright-core';
import type { Problem } from '@tocsin/contracts/refusals.js';

/** A request of a page to the API, which waits until one of these is called. One whose page has gone on meanwhile is ignored. */
export interface HeldRequest {
  readonly path: string;
  /** Sends it to the server. */
  pass(): Promise<void>;
  /** Answers it with this problem. */
  refuse(problem: Problem): Promise<void>;
  /** Fails it as a lost network does. */
  drop(): Promise<void>;
}

/**
 * Holds a page’s requests to the API, and nothing else. Playwright’s `route` intercepts every file of the app as well and switches the cache off,
 * which costs a sixth of a visit.
 */
export class ApiGate {
  private decide: (request: HeldRequest) => unknown = (request) => request.pass();

  private constructor(private readonly session: CDPSession) {}

  static async of(page: Page): Promise<ApiGate> {
    const session = await page.context().newCDPSession(page);
    const gate = new ApiGate(session);
    session.on('Fetch.requestPaused', ({ requestId, request }) => void gate.decide(gate.held(requestId, new URL(request.url).pathname)));
    return gate;
  }

  /** From now on each request is given to `decide`. */
  async close(decide: (request: HeldRequest) => unknown): Promise<void> {
    this.decide = decide;
    await this.session.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] });
  }

  /** From now on requests go to the server; those that wait go there, too. */
  async open(): Promise<void> {
    await this.session.send('Fetch.disable');
  }

  private held(requestId: string, path: string): HeldRequest {
    const body = (problem: Problem): string => Buffer.from(JSON.stringify(problem)).toString('base64');
    const responseHeaders = [{ name: 'content-type', value: 'application/problem+json' }];
    return {
      path,
      pass: async () => ignoreEnded(this.session.send('Fetch.continueRequest', { requestId })),
      drop: async () => ignoreEnded(this.session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' })),
      refuse: async (problem) =>
        ignoreEnded(
          this.session.send('Fetch.fulfillRequest', { requestId, responseCode: problem.status, responseHeaders, body: body(problem) }),
        ),
    };
  }
}

/** The page may have gone on, and its request with it. */
const ignoreEnded = (sent: Promise<unknown>): Promise<void> =>
  sent.then(
    () => undefined,
    () => undefined,
  );
