import { randomInt, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';

/** No two of them look alike. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const newPart = (): string => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
const plain = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');

/** Printed in the terminal of the server: whoever sets it up from elsewhere proves with it that they can see that terminal. */
@Injectable()
export class SetUpCode {
  readonly code = [newPart(), newPart(), newPart()].join('-');

  /** However often it was guessed wrongly, the right one is right: nobody at the speed of a network guesses 59 bits. */
  matches(given: string | undefined): boolean {
    const typed = Buffer.from(plain(given ?? ''));
    const right = Buffer.from(plain(this.code));
    return typed.length === right.length && timingSafeEqual(typed, right);
  }
}
