import { createHash, timingSafeEqual, X509Certificate } from 'node:crypto';
import { fromBER, Integer, OctetString } from 'asn1js';
import {
  AlgorithmIdentifier,
  Certificate,
  ContentInfo,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
  type ExtKeyUsage,
} from 'pkijs';

/** The answer of a time-stamping authority is not what it must be. */
export class TimeStampRefused extends Error {
  override readonly name = 'TimeStampRefused';
}

export interface TimeStamp {
  /** When the authority says that it saw the text. */
  readonly at: string;
  /** DER; what `openssl ts -verify -token_in` reads. */
  readonly token: Buffer;
}

const sha256 = '2.16.840.1.101.3.4.2.1';
const signedData = '1.2.840.113549.1.7.2';
const timeStampInfo = '1.2.840.113549.1.9.16.1.4';
const extendedKeyUsage = '2.5.29.37';
const timeStamping = '1.3.6.1.5.5.7.3.8';
/** Larger than a token with its certificates is. */
const mostAnswerBytes = 64 * 1024;

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
/** DER keeps a whole number positive by a zero byte. */
const positive = (nonce: Buffer): Buffer => Buffer.concat([Buffer.from([0x01]), nonce]);
/** The bytes alone, in an ArrayBuffer of their own. */
const exactly = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

/** A request of RFC 3161 for a text, with its certificates; `nonce`: random, so that no older answer fits. */
export const timeStampRequest = (text: string, nonce: Buffer): Buffer =>
  Buffer.from(
    new TimeStampReq({
      version: 1,
      messageImprint: new MessageImprint({
        hashAlgorithm: new AlgorithmIdentifier({ algorithmId: sha256 }),
        hashedMessage: new OctetString({ valueHex: exactly(digestOf(text)) }),
      }),
      nonce: new Integer({ valueHex: exactly(positive(nonce)) }),
      certReq: true,
    })
      .toSchema()
      .toBER(false),
  );

/** All certificates of a PEM file. Throws TimeStampRefused when it has none. */
export const certificatesIn = (pem: string): readonly Certificate[] => {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) throw new TimeStampRefused('The file has no certificate in PEM');
  return blocks.map((block) => Certificate.fromBER(exactly(new X509Certificate(block).raw)));
};

const must = (isRight: boolean, problem: string): void => {
  if (!isRight) throw new TimeStampRefused(problem);
};

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.byteLength === b.byteLength && timingSafeEqual(a, b);

const infoIn = (signed: SignedData): TSTInfo => {
  must(signed.encapContentInfo.eContentType === timeStampInfo, 'its token is no time stamp');
  return TSTInfo.fromBER(signed.encapContentInfo.eContent!.getValue());
};

/** A certificate of a web server must not pass for an authority. */
const requireForTimeStamps = (signer: Certificate | null | undefined): void => {
  const usage = signer?.extensions?.find(({ extnID }) => extnID === extendedKeyUsage);
  const purposes = (usage?.parsedValue as ExtKeyUsage | undefined)?.keyPurposes ?? [];
  must(usage?.critical === true && purposes.length === 1 && purposes[0] === timeStamping, 'its certificate is not for time stamps alone');
};

const checked = async (answer: Buffer, text: string, nonce: Buffer, trusted: readonly Certificate[]): Promise<TimeStamp> => {
  const response = TimeStampResp.fromBER(exactly(answer));
  // 0 granted, 1 granted with changes
  const status: number = response.status.status;
  must(status <= 1 && response.timeStampToken !== undefined, `it refused (status ${status})`);
  const content = response.timeStampToken!;
  must(content.contentType === signedData, 'its token is not signed');
  const signed = new SignedData({ schema: content.content as never });
  const info = infoIn(signed);
  const imprint = info.messageImprint;
  must(imprint.hashAlgorithm.algorithmId === sha256, 'it stamped by another hash');
  must(sameBytes(imprint.hashedMessage.valueBlock.valueHexView, digestOf(text)), 'it stamped something else');
  must(info.nonce !== undefined && sameBytes(info.nonce.valueBlock.valueHexView, positive(nonce)), 'it answered another request');
  const result = await signed.verify({
    signer: 0,
    data: exactly(Buffer.from(text)),
    trustedCerts: [...trusted],
    checkChain: true,
    checkDate: info.genTime,
    extendedMode: true,
  });
  must(
    result.signatureVerified === true && result.signerCertificateVerified === true,
    'its signature is not by the configured certificate',
  );
  requireForTimeStamps(result.signerCertificate);
  return { at: info.genTime.toISOString(), token: Buffer.from(new ContentInfo(content).toSchema().toBER(false)) };
};

/**
 * What the answer to a request proves: that the text was there at an instant, signed by a certificate below one of the trusted ones. Rejects with
 * TimeStampRefused, whatever the answer is.
 */
export const readTimeStamp = async (answer: Buffer, text: string, nonce: Buffer, trusted: readonly Certificate[]): Promise<TimeStamp> => {
  must(answer.byteLength <= mostAnswerBytes && fromBER(exactly(answer)).offset === answer.byteLength, 'it is no answer of RFC 3161');
  try {
    return await checked(answer, text, nonce, trusted);
  } catch (error) {
    if (error instanceof TimeStampRefused) throw error;
    throw new TimeStampRefused(`it can’t be read or verified (${(error as Error).message})`, { cause: error });
  }
};
