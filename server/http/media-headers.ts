import { lookup } from 'mrmime';

/* What browsers may do with a file of `media/`. Whoever may write there is no author of scripts: none runs in the site's origin. */

/** Types that browsers show; any other is downloaded. */
const SHOWN = /^(image|audio|video|font)\/|^application\/pdf|^text\/plain/;
/** A page of the site could load one by its address: the policy of pages allows scripts of their origin. */
const SCRIPT = /javascript|ecmascript/;
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export interface MediaHeaders {
  'Content-Disposition': 'inline' | 'attachment';
  /** Undefined for a PDF: a policy would stop the browser's viewer, which is a page. */
  'Content-Security-Policy'?: string;
  /** Only where the file's own type is not sent. */
  'Content-Type'?: string;
}

/** Of a file by its name. */
export function mediaHeaders(name: string): MediaHeaders {
  const type = lookup(name) ?? '';
  return {
    'Content-Disposition': SHOWN.test(type) ? 'inline' : 'attachment',
    ...(type !== 'application/pdf' && { 'Content-Security-Policy': POLICY }),
    ...(SCRIPT.test(type) && { 'Content-Type': 'application/octet-stream' }),
  };
}
