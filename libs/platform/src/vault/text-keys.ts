import { randomUUID } from 'node:crypto';

const prefix = 'text:';

/** Each text has its own key under a name that reveals nothing about it. */
export const createTextSubject = (): string => `${prefix}${randomUUID()}`;
export const isTextSubject = (subject: string): boolean => subject.startsWith(prefix);

/** In keys; a new batch is made when fewer than half are left. */
const batch = 256;

/**
 * Subjects for texts, whose keys are on disk before they are needed, so that writing a text does not wait for a flush of the vault. The first text after
 * a start, and one that comes when all keys are used, makes its own key. Keys that are unused at the end stay in the vault.
 */
export class TextKeys {
  private readonly ready: string[] = [];
  private isMaking = false;

  constructor(
    /** Resolves when each subject has a key on disk. */
    private readonly make: (subjects: readonly string[]) => Promise<void>,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  get size(): number {
    return this.ready.length;
  }

  /** Returns each subject once. */
  take(): string {
    const subject = this.ready.pop();
    if (this.ready.length < batch / 2) void this.fill();
    return subject ?? createTextSubject();
  }

  private async fill(): Promise<void> {
    if (this.isMaking) return;
    this.isMaking = true;
    try {
      const fresh = Array.from({ length: batch - this.ready.length }, createTextSubject);
      await this.make(fresh);
      this.ready.push(...fresh);
    } catch (error) {
      this.onFailure(error);
    } finally {
      this.isMaking = false;
    }
  }
}
