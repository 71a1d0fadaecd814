<?php

namespace App\Http\Resources;

use DateTimeInterface;
use Illuminate\Http\Resources\Json\JsonResource;

/** An item in the fields of the contract. Your columns stand on the right. */
class ItemResource extends JsonResource
{
    private array $fields = [];

    private array $beside = [];

    private bool $hasText = false;

    /** @param array $fields columns that are fields of the kind @param array $beside further fields, with their values */
    public function withFields(array $fields, bool $hasText, array $beside = []): static
    {
        [$this->fields, $this->hasText, $this->beside] = [$fields, $hasText, $beside];

        return $this;
    }

    public function toArray($request): array
    {
        $item = [
            'id' => $this->id,
            'slug' => $this->slug,
            'name' => $this->title,
            'summary' => $this->summary,
            'description' => $this->hasText ? $this->body : null,
            'files' => FileResource::collection($this->files),
            'created_at' => $this->created_at,
            'updated_at' => $this->updated_at,
            'published_at' => $this->published_at,
            'created_by' => $this->author === null ? null : ['name' => $this->author],
            'category' => $this->category?->only(['slug', 'name']),
            ...$this->resource->only($this->fields),
            ...$this->beside,
        ];
        $item['id'] = (string) $item['id'];

        // Dates with their offset. What is missing is left out.
        return array_filter(array_map(
            fn ($value) => $value instanceof DateTimeInterface ? $value->format(DATE_ATOM) : $value,
            $item,
        ), fn ($value) => $value !== null && $value !== '');
    }
}
