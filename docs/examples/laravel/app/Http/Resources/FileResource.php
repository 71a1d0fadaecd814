<?php

namespace App\Http\Resources;

use Illuminate\Http\Resources\Json\JsonResource;

/** A picture or a document of the disk `public`. */
class FileResource extends JsonResource
{
    public function toArray($request): array
    {
        return array_filter([
            'location' => asset('storage/'.$this->path),
            'name' => $this->name,
            'alt' => $this->alt,
            'mime' => $this->mime,
            'size' => $this->size === null ? null : (int) $this->size,
        ], fn ($value) => $value !== null && $value !== '');
    }
}
