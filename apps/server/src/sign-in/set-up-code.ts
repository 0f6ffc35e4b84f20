import { randomInt, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';

/** Letters and digits without look-alikes. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const newPart = (): string => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
const plain = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');

/** Printed in the server’s terminal: entering it proves access to that terminal when the set-up runs on another machine. */
@Injectable()
export class SetUpCode {
  readonly code = [newPart(), newPart(), newPart()].join('-');

  /** The right code is accepted after any number of wrong ones: 59 bits can’t be guessed over a network. */
  matches(given: string | undefined): boolean {
    const typed = Buffer.from(plain(given ?? ''));
    const right = Buffer.from(plain(this.code));
    return typed.length === right.length && timingSafeEqual(typed, right);
  }
}
