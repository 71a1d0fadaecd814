/* Pictures: renditions, facts about originals, published files. */

export {
  blockedOrigin,
  blockedPictures,
  describeImages,
  describeKnownImages,
  expectedOrigin,
  MAX_DESCRIBED_IMAGES,
} from './src/describe-images.ts';
export { isTurned } from './src/exif.ts';
export { icoFile } from './src/ico-file.ts';
export { ICONS, type IconName } from './src/icons.ts';
export type { ImageAddress } from './src/image-address.ts';
export { ImageError } from './src/image-error.ts';
export { canonicalLocation, locationKey, MEDIA_PREFIX } from './src/image-location.ts';
export type { Images } from './src/images.ts';
export { openImages } from './src/open-images.ts';
export { type ApiFiles, type Original, Originals } from './src/originals.ts';
export { type PublishedFile, publishedFile, readPublished } from './src/published-file.ts';
export { tellsMore } from './src/published-parts.ts';
export type { Rendition } from './src/renditions.ts';
export { openScaler, type Scaler } from './src/scaler.ts';
export { fixedKeys, type HandedKeys, handedKeys, MAX_SHARED_KEYS, openSealKeys, SealKeys } from './src/seal-keys.ts';
