import { getDocument, type PDFPageProxy, VerbosityLevel } from 'unpdf/pdfjs';
import { fromLegacyFont, hasLegacyFont, isLegacyText } from './legacy-fonts.ts';
import { MAX_TEXT_CHARACTERS, readableText, withoutFurniture } from './readable-text.ts';

/** Beyond it the text is cut: who searches finds a report by its beginning. */
const MAX_PAGES = 100;

export interface PdfText {
  /** What is readable, perhaps nothing. */
  text: string;
  /** Some of it was typed in a font from before Unicode, and is converted. */
  hasLegacyText?: boolean;
  /** Why a page of it could not be read. */
  fault?: string;
}

/** Why there is no text. */
export interface NoText {
  reason: string;
}

/** As `pdfText`, but never rejects. */
export const pdfTextOrReason = (data: Uint8Array<ArrayBuffer>): Promise<PdfText | NoText> =>
  pdfText(data).catch((error: unknown) => ({ reason: reasonOf(error) }));

/**
 * The readable text of a PDF. Rejects if it is no PDF, or encrypted, or no page of it can be read.
 * PDF.js parses what strangers have written: bounds of time and memory are its caller's (pdf-thread.ts, pdf-extractor.ts).
 * @param data detached: its memory belongs to PDF.js from then on
 */
export async function pdfText(data: Uint8Array<ArrayBuffer>): Promise<PdfText> {
  const isNamed = hasLegacyFont(data);
  const loading = getDocument({
    data,
    // Functions of a PDF are interpreted, not compiled to JavaScript. Scripts and forms of a PDF are not even read.
    isEvalSupported: false,
    enableXfa: false,
    // Text needs the tables of fonts, but neither fonts nor pictures in a form that could be shown.
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    // Its warnings would go to stdout, between the lines of the log.
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const document = await loading.promise;
    const pages: string[] = [];
    let characters = 0;
    let fault: unknown;
    let hasPage = false;
    let hasLegacyText = false;
    for (let number = 1; number <= Math.min(document.numPages, MAX_PAGES); number += 1) {
      try {
        const page = await document.getPage(number);
        const { items } = await page.getTextContent();
        const runs = runsOf(items);
        page.cleanup();
        hasPage = true;
        const legacy = legacyFontsIn(runs, isNamed);
        hasLegacyText ||= legacy.size > 0;
        const written = runs.map(({ font, text }) => (legacy.has(font) ? fromLegacyFont(text) : text)).join('');
        const text = readableText(written);
        if (text) pages.push(written);
        characters += text.length + 1;
      } catch (error) {
        // The other pages of a damaged document may still be read.
        fault ??= error;
      }
      if (characters >= MAX_TEXT_CHARACTERS) break;
    }
    if (!hasPage) throw fault ?? new Error('it has no pages');
    return {
      text: readableText(withoutFurniture(pages).join('\n')),
      ...(hasLegacyText && { hasLegacyText }),
      ...(fault !== undefined && { fault: reasonOf(fault) }),
    };
  } finally {
    await loading.destroy();
  }
}

/** Text in one font, up to where another begins. */
interface Run {
  font: string;
  text: string;
}

type TextItems = Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items'];

function runsOf(items: TextItems): Run[] {
  const runs: Run[] = [];
  for (const item of items) {
    if (!('str' in item)) continue;
    const { fontName: font, str, hasEOL } = item;
    const text = str + (hasEOL ? '\n' : '');
    const last = runs.at(-1);
    // A line break has any font.
    if (last && (last.font === font || str.trim() === '')) last.text += text;
    else runs.push({ font, text });
  }
  return runs;
}

/** The fonts of a page whose texts were typed for another script. */
function legacyFontsIn(runs: readonly Run[], isNamed: boolean): Set<string> {
  const texts = new Map<string, string>();
  for (const { font, text } of runs) texts.set(font, `${texts.get(font) ?? ''} ${text}`);
  return new Set([...texts].filter(([, text]) => isLegacyText(text, isNamed)).map(([font]) => font));
}

/** With the error's name: PDF.js says what is wrong by it. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);
