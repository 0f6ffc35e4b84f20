import { randomUUID } from 'node:crypto';

const prefix = 'text:';

/** One text has a key of its own under a name that says nothing about it. */
export const newTextSubject = (): string => `${prefix}${randomUUID()}`;
export const isTextSubject = (subject: string): boolean => subject.startsWith(prefix);

/** So many are made at a time, and again when fewer than half of them are left. */
const batch = 256;

/**
 * Subjects for texts, whose keys are on disk before anybody writes: whoever writes a text waits for no flush of the vault. The first text after a
 * start, and one that comes when all have been used, makes its own key. What is not used until the end stays in the vault for nothing.
 */
export class TextKeys {
  private readonly ready: string[] = [];
  private isMaking = false;

  constructor(
    /** Resolves when each of these has a key on disk. */
    private readonly make: (subjects: readonly string[]) => Promise<void>,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** How many are ready. */
  get size(): number {
    return this.ready.length;
  }

  /** Each is handed out once. */
  take(): string {
    const subject = this.ready.pop();
    if (this.ready.length < batch / 2) void this.fill();
    return subject ?? newTextSubject();
  }

  private async fill(): Promise<void> {
    if (this.isMaking) return;
    this.isMaking = true;
    try {
      const fresh = Array.from({ length: batch - this.ready.length }, newTextSubject);
      await this.make(fresh);
      this.ready.push(...fresh);
    } catch (error) {
      this.failed(error);
    } finally {
      this.isMaking = false;
    }
  }
}
